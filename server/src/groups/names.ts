import { isLonger } from "../users/names.ts";
import { GroupNameEmpty, GroupNameTooLong, groupNamePrefixReserved, MAX_GROUP_NAME_LENGTH } from "./contract.ts";

/** Names that mean something else where groups are named. */
const RESERVED_PREFIXES = ["@", "role:", "user:", "stream:", "channel:"];

/** Names are kept as they are written, spaces around them included. */
export function checkGroupName(name: string): string {
  if (name.trim() === "") throw new GroupNameEmpty();
  if (isLonger(name, MAX_GROUP_NAME_LENGTH)) throw new GroupNameTooLong();
  const prefix = RESERVED_PREFIXES.find((each) => name.startsWith(each));
  if (prefix !== undefined) throw groupNamePrefixReserved({ prefix });
  return name;
}
