import { join } from "node:path";
import type { Config } from "../config.ts";
import { LocalStorage } from "./local.ts";
import { S3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

export function openStorage({ s3, dataDirectory }: Config): Storage {
  return s3 ? new S3Storage(s3, dataDirectory) : new LocalStorage(join(dataDirectory, "uploads"));
}
