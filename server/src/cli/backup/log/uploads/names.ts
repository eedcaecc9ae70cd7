/** Uploaded files beside the shipped log: under the same keys as in the data directory. */
export const UPLOADS_FOLDER = "uploads";
export const uploadName = (key: string): string => `${UPLOADS_FOLDER}/${key}`;
export const keyIn = (name: string): string => name.slice(UPLOADS_FOLDER.length + 1);

/** What is shipped: not thumbnails, which are made again, and not exports. */
export const isShipped = (key: string): boolean => /^(files|avatars|emoji)\//.test(key);
