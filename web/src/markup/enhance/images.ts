/**
 * Consecutive images share a row: a single one up to 20rem tall, two to four of equal height, and with more the fourth
 * shows how many. Each has its space reserved before loading, because the server knows its size.
 */
import { t } from "../../text/text.ts";
import { nameOfAddress } from "../addresses.ts";
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { node } from "../nodes.ts";

/** The data that the viewer needs for an image. */
export interface Picture {
  readonly name: string;
  /** The thumbnail, and the full image. */
  readonly thumbnail: string;
  readonly source: string;
  /** The original file. */
  readonly original: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

export type OpenPictures = (pictures: readonly Picture[], index: number) => void;

const FRAME = ".message_inline_image:not(.message_inline_video)";
const LARGEST_ROW = 4;

export const enhanceImages: Enhancement<{ readonly openPictures?: OpenPictures | undefined }> = (
  body,
  { openPictures },
) => {
  const changes = new MarkupChanges();
  const frames = [...body.querySelectorAll<HTMLElement>(`${FRAME}:not(.shot)`)].filter((frame) =>
    frame.querySelector("img"),
  );
  const pictures = frames.map(pictureIn);
  for (const [index, frame] of frames.entries()) prepare(changes, frame, pictures[index] as Picture);
  for (const row of rowsOf(frames)) arrange(changes, row);
  if (openPictures) {
    for (const [index, frame] of frames.entries()) opensViewer(changes, frame, () => openPictures(pictures, index));
  }
  return changes.undo;
};

function pictureIn(frame: HTMLElement): Picture {
  const image = frame.querySelector("img") as HTMLImageElement;
  const link = frame.querySelector("a");
  const thumbnail = image.getAttribute("src") ?? "";
  const original = link?.getAttribute("href") ?? thumbnail;
  const transcoded = image.dataset.transcodedImage;
  const [width, height] = (image.dataset.originalDimensions ?? "").split("x").map(Number);
  return {
    name: link?.title || nameOfAddress(original),
    thumbnail,
    source: transcoded === undefined ? fullSize(thumbnail, original) : thumbnail.replace(/[^/]*$/, transcoded),
    original,
    width: width || undefined,
    height: height || undefined,
  };
}

/** Images from other sites are shown only through the server's proxy. */
function fullSize(thumbnail: string, original: string): string {
  return original.startsWith("/user_uploads/") ? original : thumbnail;
}

function prepare(changes: MarkupChanges, frame: HTMLElement, picture: Picture): void {
  const image = frame.querySelector("img") as HTMLImageElement;
  changes.addClass(frame, "shot");
  if (!image.alt) changes.setAttribute(image, "alt", t("markup.picture", { name: picture.name }));
  const { width = 400, height = 300 } = picture;
  changes.setProperty(frame, "--ratio", String(Math.min(Math.max(width / height, 0.2), 6)));
  changes.setProperty(frame, "--natural", `${width}px`);
  // An image that cannot be loaded, usually from another site, becomes a link.
  changes.listen(image, "error", () => {
    changes.addClass(frame, "failed");
    changes.insert(image.parentElement as Element, node("span", "shot-name", picture.name));
  });
}

/** Runs of frames separated only by white space. */
function rowsOf(frames: readonly HTMLElement[]): readonly (readonly HTMLElement[])[] {
  const rows: HTMLElement[][] = [];
  for (const frame of frames) {
    const row = rows.at(-1);
    if (row && followsDirectly(row.at(-1) as HTMLElement, frame)) row.push(frame);
    else rows.push([frame]);
  }
  return rows;
}

function followsDirectly(before: HTMLElement, after: HTMLElement): boolean {
  let next = before.nextSibling;
  while (next !== null && next !== after && !(next instanceof Element) && (next.textContent ?? "").trim() === "") {
    next = next.nextSibling;
  }
  return next === after;
}

function arrange(changes: MarkupChanges, frames: readonly HTMLElement[]): void {
  const row = node("div", frames.length === 1 ? "shots single" : "shots");
  const [first] = frames;
  first?.before(row);
  changes.onUndo(() => row.remove());
  for (const frame of frames) changes.move(frame, row);
  const hidden = frames.slice(LARGEST_ROW);
  if (hidden.length === 0) return;
  for (const frame of hidden) changes.addClass(frame, "beyond");
  const last = frames[LARGEST_ROW - 1]?.querySelector("a") ?? frames[LARGEST_ROW - 1];
  if (last) changes.insert(last, node("span", "shot-more", t("markup.moreImages", { count: hidden.length })));
}

function opensViewer(changes: MarkupChanges, frame: HTMLElement, open: () => void): void {
  if (frame.classList.contains("youtube-video")) return;
  changes.listen(frame, "click", (event) => {
    // With a modifier key, the browser opens the file like any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (frame.classList.contains("failed")) return;
    event.preventDefault();
    open();
  });
}
