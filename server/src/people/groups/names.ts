import { ApiError, said } from "../../kernel/api/index.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { invisiblePosition, tidied } from "../../kernel/names/visible.ts";
import { GroupNameEmpty, GroupNameTooLong, groupNamePrefixReserved, MAX_GROUP_NAME_LENGTH } from "./contract.ts";

/** Where a group can be named, these prefixes have another meaning. */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"];

export function checkGroupName(sent: string): string {
  const name = tidied(sent);
  if (name === "") throw new GroupNameEmpty();
  if (isLonger(name, MAX_GROUP_NAME_LENGTH)) throw new GroupNameTooLong();
  const prefix = RESERVED_PREFIXES.find((each) => name.startsWith(each));
  if (prefix !== undefined) throw groupNamePrefixReserved({ prefix });
  const position = invisiblePosition(name);
  if (position !== undefined) throw new ApiError(said`Invalid character in user group name, at position ${position}.`);
  return name;
}
