/** `<time:2024-01-02T03:04Z>`: a time that all readers see in their own time zone. */
import { element, text } from "../html.ts";
import { isoSeconds, parseMoment } from "../moments.ts";
import { type Construct, matchAt } from "./scan.ts";

const TIME = /<time:([^<>\n]+)>/y;

export const time: Construct = (scan, at, limit) => {
  const match = matchAt(TIME, scan.source, at, limit);
  if (match === undefined) return undefined;
  const [whole, written = ""] = match;
  const end = at + whole.length;
  const moment = parseMoment(written);
  if (moment === undefined) {
    return { html: element("span", { class: "timestamp-error" }, text(`Invalid time format: ${written}`)), end };
  }
  return { html: element("time", { datetime: isoSeconds(moment) }, text(written)), end };
};
