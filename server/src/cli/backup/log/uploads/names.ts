/** Uploaded files beside the shipped log: under the same keys as in the data directory. */
import { UPLOADS_FOLDER } from "../../../../kernel/backups/names.ts";

export const uploadName = (key: string): string => `${UPLOADS_FOLDER}/${key}`;
export const keyIn = (name: string): string => name.slice(UPLOADS_FOLDER.length + 1);
