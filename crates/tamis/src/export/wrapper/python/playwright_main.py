def rows_of_page(page, url=None):
    """The records of a page that is open in a browser, one dict each."""
    yield from rows(page.evaluate(READ, WRAPPER), page, url)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("page", help="an address, or an HTML file")
    arguments.add_argument("--url", help="the address of a file's page, from which its links start")
    arguments.add_argument("--browser", default=os.environ.get("CHROMIUM"), help="the program of a Chromium")
    given = arguments.parse_args()
    is_address = given.page.startswith(("http://", "https://"))
    sys.stdout.reconfigure(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.browser)
        page = browser.new_page()
        page.goto(given.page if is_address else Path(given.page).resolve().as_uri())
        for row in rows_of_page(page, page.url if is_address else given.url):
            print(json.dumps(row, ensure_ascii=False, default=lambda number: format(number, "f")))
        browser.close()


if __name__ == "__main__":
    main()
