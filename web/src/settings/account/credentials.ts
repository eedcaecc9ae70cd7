/** The file with which other clients and programs sign in. */

export interface KeyFile {
  readonly email: string;
  readonly key: string;
  readonly site: string;
}

/** The name that released clients look for in the home directory, with a dot before it. */
export const CREDENTIALS_FILE = "zuliprc";

/** In the format that released clients read. */
export const credentialsFile = ({ email, key, site }: KeyFile): string =>
  ["[api]", `email=${email}`, `key=${key}`, `site=${site}`, ""].join("\n");

/** Saves a text as a file on the reader's computer. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
