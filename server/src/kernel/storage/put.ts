/** Stores generated content, through a complete temporary file. */
import { rm, writeFile } from "node:fs/promises";
import type { App } from "../context.ts";
import { unfinishedFile } from "./unfinished.ts";

export async function put({ storage, config }: App, key: string, content: Buffer, contentType: string): Promise<void> {
  const file = await unfinishedFile(config.dataDirectory);
  try {
    await writeFile(file, content, { mode: 0o600, flag: "wx" });
    await storage.adopt(file, key, contentType);
  } finally {
    await rm(file, { force: true });
  }
}
