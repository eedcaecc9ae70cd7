/**
 * Pictures that people have chosen in Slack. An export has links to them, which everyone can open; programs that make such exports
 * put them into the archive.
 */
import { join } from "node:path";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, textIn, textOrNothing } from "../json.ts";
import type { FileRecord } from "../records.ts";
import { imageAt, SlackContents } from "./contents.ts";
import { download, type SlackFileOptions } from "./download.ts";

/** In the archive: `__avatars/ID/name`. */
const IN_ARCHIVE = /^__avatars\/([A-Z0-9]{1,40})\/[^/]+$/;
export const isPicturePath = (path: string): boolean => IN_ARCHIVE.test(path);
/** In the folder: `pictures/ID.png` and the like. */
const IN_FOLDER = /^([A-Z0-9]{1,40})\.(?:png|gif|jpe?g|webp)$/i;
const PICTURE_HOST = /(?:^|\.)slack(?:-edge)?\.com$/;
/** Large enough, and squares already; then whatever was uploaded. */
const LINKS = ["image_512", "image_192", "image_original"];

export class SlackPictures {
  readonly #options: SlackFileOptions;
  readonly #contents: SlackContents;

  constructor(zip: ZipArchive, options: SlackFileOptions) {
    this.#options = options;
    const folder = options.folder === undefined ? undefined : join(options.folder, "pictures");
    this.#contents = new SlackContents(zip, { inArchive: IN_ARCHIVE, inFolder: IN_FOLDER, folder, isOptional: true });
  }

  /** Undefined for someone whose picture Slack has drawn, or another service has. */
  async of(user: Fields): Promise<FileRecord[] | undefined> {
    const found = await this.#contents.of(textIn(user.id));
    if (found.length > 0) return found.map(imageAt);
    const profile = fieldsOf(user.profile);
    if (profile.is_custom_image !== true) return undefined;
    const links = LINKS.flatMap((name) => textOrNothing(profile[name]) ?? []);
    return links.map((path) => imageAt({ path, open: () => download(this.#options, path, PICTURE_HOST) }));
  }
}
