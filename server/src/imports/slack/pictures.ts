/**
 * Pictures that people have chosen in Slack. An export has links to them, which everyone can open; programs that make such exports
 * put them into the archive.
 */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, fieldsOf, textIn, textOrNothing } from "../json.ts";
import type { FileRecord } from "../records.ts";
import { download, type SlackFileOptions } from "./download.ts";

/** In the archive: `__avatars/ID/name`. */
const IN_ARCHIVE = /^__avatars\/([A-Z0-9]{1,40})\/[^/]+$/;
export const isPicturePath = (path: string): boolean => IN_ARCHIVE.test(path);
const IN_FOLDER = /^([A-Z0-9]{1,40})\.(?:png|gif|jpe?g|webp)$/i;
const PICTURE_HOST = /(?:^|\.)slack(?:-edge)?\.com$/;
/** Large enough, and squares already; then whatever was uploaded. */
const LINKS = ["image_512", "image_192", "image_original"];

export class SlackPictures {
  readonly #zip: ZipArchive;
  readonly #options: SlackFileOptions;
  readonly #inArchive = new Map<string, string>();
  #inFolder: Map<string, string> | undefined;

  constructor(zip: ZipArchive, options: SlackFileOptions) {
    this.#zip = zip;
    this.#options = options;
    for (const path of zip.paths) {
      const [, id] = IN_ARCHIVE.exec(path) ?? [];
      if (id !== undefined) this.#inArchive.set(id, path);
    }
  }

  /** Undefined for someone whose picture Slack has drawn, or another service has. */
  async of(user: Fields): Promise<FileRecord[] | undefined> {
    const id = textIn(user.id);
    this.#inFolder ??= await picturesIn(this.#options.folder);
    const [inArchive, inFolder] = [this.#inArchive.get(id), this.#inFolder.get(id)];
    const images: FileRecord[] = [];
    if (inArchive !== undefined) images.push(imageAt(inArchive, () => this.#zip.read(inArchive)));
    if (inFolder !== undefined) images.push(imageAt(inFolder, async () => createReadStream(inFolder)));
    const profile = fieldsOf(user.profile);
    if (images.length > 0) return images;
    if (profile.is_custom_image !== true) return undefined;
    const links = LINKS.flatMap((name) => textOrNothing(profile[name]) ?? []);
    return links.map((link) => imageAt(link, () => download(this.#options, link, PICTURE_HOST)));
  }
}

const imageAt = (id: string, open: FileRecord["open"]): FileRecord => ({ id, name: "", contentType: "", open });

/** `pictures/ID.png` and the like, by the ids. Links are not followed. */
async function picturesIn(folder: string | undefined): Promise<Map<string, string>> {
  if (folder === undefined) return new Map();
  const pictures = join(folder, "pictures");
  const entries = await readdir(pictures, { withFileTypes: true }).catch(() => []);
  return new Map(
    entries.flatMap((entry) => {
      const [name, id] = IN_FOLDER.exec(entry.name) ?? [];
      return name === undefined || id === undefined || !entry.isFile() ? [] : [[id, join(pictures, name)] as const];
    }),
  );
}
