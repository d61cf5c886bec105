/** Where the XML of a printed report begins and ends; null: the text has none. */
function placeOfXml(text: string): { start: number; end: number } | null {
  const start = /^(?:<\?xml |<testsuites?[ >])/m.exec(text)?.index ?? -1;
  const close = Math.max(text.lastIndexOf('</testsuites>'), text.lastIndexOf('</testsuite>'));
  if (start < 0 || close < start) return null;
  return { start, end: text.indexOf('>', close) + 1 };
}

/** A text without the report in XML that is printed in it: what tests printed stands in there line by line. */
export function withoutXml(text: string): string {
  const place = placeOfXml(text);
  return place === null ? text : text.slice(0, place.start) + text.slice(place.end);
}
