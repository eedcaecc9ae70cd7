import { join } from "node:path";
import type { Config } from "../config.ts";
import { LocalStorage } from "./local.ts";
import { S3Storage } from "./s3.ts";
import { isUploadedContent, type Storage } from "./storage.ts";

export function openStorage({ s3, dataDirectory }: Config): Storage {
  return s3 ? new S3Storage(s3, dataDirectory) : new LocalStorage(join(dataDirectory, "uploads"));
}

/**
 * For a server. While its log is shipped, removing uploaded files leaves them in an S3 store, where a restored log finds them;
 * `cli/backup/log/uploads/stored.ts` removes them later (decision 129).
 */
export function openServedStorage(config: Config): Storage {
  const { s3, backups, dataDirectory } = config;
  return s3 && backups?.shipsLog
    ? new S3Storage(s3, dataDirectory, { isRetained: isUploadedContent })
    : openStorage(config);
}
