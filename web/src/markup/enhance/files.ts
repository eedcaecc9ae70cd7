/** A file on its own line is shown as a row with an icon, its name, and a download button. */
import { t } from "../../text/text.ts";
import { nameOfAddress } from "../addresses.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { iconNode, node } from "../nodes.ts";
import { isAloneOnLine } from "./lines.ts";

const UPLOAD = 'a[href^="/user_uploads/"]';

export const enhanceFiles: Enhancement = (body) => {
  const changes = new MarkupChanges();
  const shown = new Set(
    Array.from(body.querySelectorAll(".message_inline_image a"), (frame) => frame.getAttribute("href")),
  );
  for (const link of body.querySelectorAll<HTMLAnchorElement>(`p > ${UPLOAD}`)) {
    if (!isAloneOnLine(link)) continue;
    // A file previewed below is not repeated.
    if (shown.has(link.getAttribute("href"))) changes.addClass(link, "shown-below");
    else makeRow(changes, link);
  }
  return changes.undo;
};

function makeRow(changes: MarkupChanges, link: HTMLAnchorElement): void {
  const address = link.getAttribute("href") ?? "";
  const name = nameOfAddress(address);
  const download = node("a", "file-get", iconNode("download"), t("markup.download"));
  download.setAttribute("href", address);
  download.download = name;
  download.setAttribute("aria-label", t("markup.downloadFile", { name: link.textContent || name }));
  // Only PDFs open in the browser; other types would be executed or guessed.
  if (!/\.pdf$/i.test(address)) changes.setAttribute(link, "download", name);
  const row = node("span", "file-row");
  changes.wrap(link, row);
  row.prepend(iconNode("file"));
  row.append(download);
}
