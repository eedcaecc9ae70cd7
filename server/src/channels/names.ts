import { ApiError, said } from "../kernel/api/index.ts";
import { isLonger } from "../kernel/names/printable.ts";
import { invisiblePosition, tidied } from "../kernel/names/visible.ts";
import { MAX_CHANNEL_NAME_LENGTH } from "./contract.ts";

export function checkChannelName(sent: string): string {
  const name = tidied(sent);
  if (name === "") throw new ApiError(said`Channel name can't be empty.`);
  if (isLonger(name, MAX_CHANNEL_NAME_LENGTH))
    throw new ApiError(said`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`);
  const position = invisiblePosition(name);
  if (position !== undefined) throw new ApiError(said`Invalid character in channel name, at position ${position}.`);
  return name;
}
