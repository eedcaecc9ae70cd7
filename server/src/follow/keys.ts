/** API keys of people on the other server, in the files that the clients of this API use (`zuliprc`). */
import { readFile } from "node:fs/promises";
import { CannotFollow } from "./errors.ts";

export interface FollowKey {
  readonly email: string;
  readonly apiKey: string;
}

const LARGEST_FILE = 64 * 1024;

/** The file's `site`, if it has one, must be the server that is followed: a key is sent nowhere else. */
export async function keyIn(file: string, server: URL): Promise<FollowKey> {
  const text = await readFile(file, "utf8");
  const fields = text.length > LARGEST_FILE ? new Map<string, string>() : fieldsIn(text);
  const [email, apiKey, site] = ["email", "key", "site"].map((name) => fields.get(name));
  if (email === undefined || apiKey === undefined || !/^[!-~]{1,200}$/.test(apiKey) || !/^\S{1,500}$/.test(email))
    throw new CannotFollow(`${file} has no email address and key in a section [api].`);
  if (site !== undefined && URL.parse(site)?.origin !== server.origin)
    throw new CannotFollow(`${file} has a key for another server than ${server.origin}.`);
  return { email, apiKey };
}

function fieldsIn(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]*)\]\s*$/.exec(line);
    if (header) section = (header[1] ?? "").trim();
    const [, name, value] = /^\s*([a-z_]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === "api" && name !== undefined && value) fields.set(name, value);
  }
  return fields;
}
