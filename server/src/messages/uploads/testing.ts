/** What the tests of uploads share. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ask, type TestRequest, type TestResponse } from "../../../test/ask.ts";
import type { Organization, Person } from "../../../test/index.ts";
import * as contract from "./contract.ts";

export const asFile = (content: string | Uint8Array<ArrayBuffer>, name = "notes.txt", type = "text/plain"): File =>
  new File([content], name, { type });

/** Answers with the file's path_id. */
export async function uploads(person: Person, file: File = asFile("hello")): Promise<string> {
  const { url } = await person.connection.call(contract.uploadFile, {}, { file });
  return url.slice("/user_uploads/".length);
}

/** Reads what stands at an address beside the API. */
export const reads = (acme: Organization, path: string, as?: Person, more: TestRequest = {}): Promise<TestResponse> =>
  ask(acme.server, `GET /${path}`, { host: acme.realm.host, ...(as ? { as } : {}), ...more });

export const encoded = (pathId: string): string => pathId.split("/").map(encodeURIComponent).join("/");

/** Everything in the directory of uploads, below it included. */
export function storedIn(acme: Organization, part: "files" | "thumbnails" | "unfinished"): string[] {
  const directory = join(acme.server.app.config.dataDirectory, "uploads", part);
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

export async function picture(width: number, height: number, format: "png" | "jpeg" | "tiff" = "png"): Promise<File> {
  const image = sharp({ create: { width, height, channels: 3, background: "teal" } });
  return asFile(new Uint8Array(await image.toFormat(format).toBuffer()), `picture.${format}`, `image/${format}`);
}
