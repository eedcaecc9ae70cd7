/** The rules for people's names. */
import { ApiError, said } from "../../kernel/api/index.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { invisiblePosition, tidied } from "../../kernel/names/visible.ts";

const MIN_LENGTH = 2;
const MAX_LENGTH = 100;

export function checkFullName(sent: string): string {
  const name = tidied(sent);
  if (isLonger(name, MAX_LENGTH)) throw new ApiError(said`Name too long!`);
  if ([...name].length < MIN_LENGTH) throw new ApiError(said`Name too short!`);
  if (invisiblePosition(name) !== undefined || /[*`\\>"@]/.test(name))
    throw new ApiError(said`Invalid characters in name!`);
  if (/\|\d+$/.test(name)) throw new ApiError(said`Invalid format!`);
  return name;
}
