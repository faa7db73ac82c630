def rows_of_page(page, url=None):
    """The records of a page whose HTML is at hand, one dict each."""
    return rows(STRATEGY.extract(url or "", page), page, url)


async def rows_of_address(url):
    """The records of a page of the web, fetched by crawl4ai."""
    async with AsyncWebCrawler() as crawler:
        result = await crawler.arun(url, config=CrawlerRunConfig(extraction_strategy=STRATEGY))
    if not result.success:
        raise SystemExit(f"{url}: {result.error_message}")
    return rows(json.loads(result.extracted_content), result.html, result.redirected_url or url)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("page", help="an address, or an HTML file")
    arguments.add_argument("--url", help="the address of a file's page, from which its links start")
    given = arguments.parse_args()
    sys.stdout.reconfigure(encoding="utf-8")
    if given.page.startswith(("http://", "https://")):
        found = asyncio.run(rows_of_address(given.page))
    else:
        with open(given.page, "rb") as file:
            found = rows_of_page(decoded(file.read()), given.url)
    for row in found:
        print(json.dumps(row, ensure_ascii=False, default=lambda number: format(number, "f")))


if __name__ == "__main__":
    main()
