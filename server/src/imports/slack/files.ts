/**
 * The files of a Slack export. The export itself only has links; the contents may be in a folder, in the archive (as other
 * programs that make such exports put them), or be downloaded, where the export's links or a token allow it.
 */
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { App } from "../../kernel/context.ts";
import { OutgoingError } from "../../kernel/outgoing/errors.ts";
import { isPlain, type ZipArchive } from "../archives/zip.ts";
import { type Fields, textIn, textOrNothing } from "../json.ts";
import { type EmojiRecord, type FileRecord, type SkippedRecord, skipped } from "../records.ts";

export interface SlackFileOptions {
  /** A folder with `ID/name`, `ID-name` or `ID`, and `emoji/name.png`. */
  readonly folder?: string | undefined;
  /** Downloads what is not there; where it is only planned, nothing is requested. */
  readonly download?:
    | { readonly app: App; readonly token?: string | undefined; readonly isPlanned?: boolean }
    | undefined;
}

/** In the archive: `__uploads/ID/name`, or `channel/attachments/ID-name`. */
const IN_ARCHIVE = /^(?:__uploads\/(F[A-Z0-9]{1,40})\/[^/]+|[^/]+\/attachments\/(F[A-Z0-9]{1,40})-[^/]+)$/;
/** Whether it is the content of a file or of an emoji. */
export const isFilePath = (path: string): boolean => IN_ARCHIVE.test(path) || EMOJI_IMAGE.test(path);
const ID = /^F[A-Z0-9]{1,40}$/;
/** Tokens are sent to no one else. */
const SLACK_HOST = /(?:^|\.)slack(?:-files)?\.com$/;
const TIMEOUT_MS = 30_000;
const BODY_TIMEOUT_MS = 10 * 60_000;

export class SlackFiles {
  readonly #zip: ZipArchive;
  readonly #options: SlackFileOptions;
  readonly #inArchive = new Map<string, string>();
  #inFolder: Map<string, string> | undefined;

  constructor(zip: ZipArchive, options: SlackFileOptions) {
    this.#zip = zip;
    this.#options = options;
    for (const path of zip.paths) {
      const [, upload, attachment] = IN_ARCHIVE.exec(path) ?? [];
      const id = upload ?? attachment;
      if (id !== undefined) this.#inArchive.set(id, path);
    }
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
    const inArchive = this.#inArchive.get(id);
    if (inArchive !== undefined) return this.#zip.read(inArchive);
    const local = (await this.#folder()).get(id);
    if (local !== undefined) return createReadStream(local);
    return this.#download(textOrNothing(file.url_private_download) ?? textIn(file.url_private));
  }

  async #folder(): Promise<Map<string, string>> {
    this.#inFolder ??= this.#options.folder === undefined ? new Map() : await filesIn(this.#options.folder);
    return this.#inFolder;
  }

  async #download(address: string): Promise<Readable | { missing: string }> {
    const { download } = this.#options;
    if (!download) return { missing: "the archive has only a link to the file" };
    if (!URL.canParse(address)) return { missing: "the file has no link" };
    const { protocol, hostname } = new URL(address);
    if (protocol !== "https:" || !SLACK_HOST.test(hostname)) return { missing: "the link does not lead to Slack" };
    if (download.isPlanned) return Readable.from([]);
    const headers = download.token === undefined ? {} : { authorization: `Bearer ${download.token}` };
    const times = { timeoutMs: TIMEOUT_MS, bodyTimeoutMs: BODY_TIMEOUT_MS };
    try {
      // Slack redirects to a page for signing in where the token is not enough.
      const response = await download.app.outgoing.open({
        method: "GET",
        url: address,
        headers,
        redirects: 0,
        ...times,
      });
      if (response.status === 200) return response.body;
      response.body.destroy();
      return { missing: "Slack refused the download" };
    } catch (error) {
      if (error instanceof OutgoingError) return { missing: "the download failed" };
      throw error;
    }
  }

  /** Images of custom emoji, in the archive or in the folder. Links are not followed there. */
  async *emoji(): AsyncGenerator<EmojiRecord | SkippedRecord> {
    for (const path of this.#zip.paths) {
      const [, name] = EMOJI_IMAGE.exec(path) ?? [];
      if (name !== undefined) yield { type: "emoji", name, image: imageAt(path, () => this.#zip.read(path)) };
    }
    const { folder } = this.#options;
    if (folder === undefined) return;
    const entries = await readdir(join(folder, "emoji"), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const [, name] = EMOJI_IMAGE.exec(`emoji/${entry.name}`) ?? [];
      const open = async () => createReadStream(join(folder, "emoji", entry.name));
      if (name === undefined || !entry.isFile())
        yield skipped("custom emoji", "the file is not an image with a known ending", entry.name);
      else yield { type: "emoji", name, image: imageAt(entry.name, open) };
    }
  }
}

const EMOJI_IMAGE = /^emoji\/([^/]{1,100})\.(?:png|gif|jpe?g|webp)$/i;

const imageAt = (path: string, open: FileRecord["open"]): FileRecord => ({
  id: path,
  name: path.split("/").at(-1) as string,
  contentType: "",
  open,
});

/** By the ids of the files. Links are not followed: a folder that was unpacked from an archive may have any. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [id = ""] = entry.name.split(/[-.]/, 1);
    if (!ID.test(id) || !isPlain(entry.name)) continue;
    if (entry.isFile()) found.set(id, join(folder, entry.name));
    if (!entry.isDirectory()) continue;
    for (const inner of await readdir(join(folder, entry.name), { withFileTypes: true }))
      if (inner.isFile()) found.set(id, join(folder, entry.name, inner.name));
  }
  return found;
}
