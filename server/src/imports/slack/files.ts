/**
 * The files of a Slack export. The export itself only has links; the contents may be in a folder, in the archive (as other
 * programs that make such exports put them), or be downloaded, where the export's links or a token allow it.
 */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { ZipArchive } from "../archives/zip.ts";
import { type Fields, textIn, textOrNothing } from "../json.ts";
import type { EmojiRecord, FileRecord, SkippedRecord } from "../records.ts";
import { skipped } from "../skipped.ts";
import { imageAt, SlackContents } from "./contents.ts";
import { download, type SlackFileOptions } from "./download.ts";

/** In the archive: `__uploads/ID/name`, or `channel/attachments/ID-name`. */
const IN_ARCHIVE = /^(?:__uploads\/(F[A-Z0-9]{1,40})\/[^/]+|[^/]+\/attachments\/(F[A-Z0-9]{1,40})-[^/]+)$/;
/** Whether it is the content of a file or of an emoji. */
export const isFilePath = (path: string): boolean => IN_ARCHIVE.test(path) || EMOJI_IMAGE.test(path);
/** In the folder: `ID/name`, `ID-name`, `ID.txt` or `ID`. */
const IN_FOLDER = /^(F[A-Z0-9]{1,40})(?:[-.][^/]*)?(?:\/[^/]+)?$/;
const ID = /^F[A-Z0-9]{1,40}$/;
/** Tokens are sent to no one else. */
const FILE_HOST = /(?:^|\.)slack(?:-files)?\.com$/;

export class SlackFiles {
  readonly #zip: ZipArchive;
  readonly #options: SlackFileOptions;
  readonly #contents: SlackContents;

  constructor(zip: ZipArchive, options: SlackFileOptions) {
    this.#zip = zip;
    this.#options = options;
    const { folder } = options;
    this.#contents = new SlackContents(zip, { inArchive: IN_ARCHIVE, inFolder: IN_FOLDER, folder });
  }

  record(file: Fields): FileRecord {
    const id = textIn(file.id);
    const link = textOrNothing(file.permalink) ?? textOrNothing(file.url_private);
    return {
      id,
      name: textOrNothing(file.name) ?? textOrNothing(file.title) ?? "file",
      contentType: textIn(file.mimetype),
      owner: textOrNothing(file.user),
      link,
      open: () => this.#open(id, file),
    };
  }

  async #open(id: string, file: Fields): Promise<Readable | { missing: string }> {
    const mode = textIn(file.mode);
    if (mode === "tombstone") return { missing: "the file was deleted there" };
    if (mode === "hidden_by_limit") return { missing: "the program has hidden the file" };
    if (mode === "external" || file.is_external === true) return { missing: "the file is kept by another service" };
    if (!ID.test(id)) return { missing: "the file has no id" };
    const [found] = await this.#contents.of(id);
    if (found) return found.open();
    const address = textOrNothing(file.url_private_download) ?? textIn(file.url_private);
    return download(this.#options, address, FILE_HOST, this.#options.download?.token);
  }

  /** Images of custom emoji, in the archive or in the folder. Links are not followed there. */
  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    for (const path of this.#zip.paths) {
      const [, name] = EMOJI_IMAGE.exec(path) ?? [];
      if (name !== undefined) yield { type: "emoji", name, image: imageAt({ path, open: () => this.#zip.read(path) }) };
    }
    const { folder } = this.#options;
    if (folder === undefined) return;
    const entries = await readdir(join(folder, "emoji"), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const [, name] = EMOJI_IMAGE.exec(`emoji/${entry.name}`) ?? [];
      const open = async () => createReadStream(join(folder, "emoji", entry.name));
      if (name === undefined || !entry.isFile())
        yield skipped("custom emoji", "the file is not an image with a known ending", entry.name);
      else yield { type: "emoji", name, image: imageAt({ path: entry.name, open }) };
    }
  }
}

const EMOJI_IMAGE = /^emoji\/([^/]{1,100})\.(?:png|gif|jpe?g|webp)$/i;
