/** Passwords on the command line: as an option, or from standard input, which process lists do not show. */
import { text } from "node:stream/consumers";
import { Refusal, UsageError } from "./errors.ts";

interface Given {
  password: string | undefined;
  fromStdin: boolean;
}

/** The password, or null when none was given. */
export async function passwordFrom({ password, fromStdin }: Given): Promise<string | null> {
  if (password !== undefined && fromStdin)
    throw new UsageError("Give the password as an option or on standard input, not both.");
  const given = fromStdin ? (await text(process.stdin)).replace(/\r?\n$/, "") : password;
  if (given === "") throw new Refusal("The password is empty.");
  return given ?? null;
}
