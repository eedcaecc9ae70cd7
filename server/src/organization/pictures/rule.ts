import type { ApiError } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { FileRule, FileRuleFor } from "../../kernel/http/receive.ts";
import { MAX_PICTURE_MIB, PictureTooLarge } from "./contract.ts";

/**
 * Exactly one file, of limited size. A function of the caller, so that users without permission cannot make the server
 * receive a file, and get that error first.
 */
export function onePicture(
  notOne: () => ApiError,
  tooLarge: (ctx: Context) => ApiError = () => new PictureTooLarge(),
): FileRuleFor {
  return async (ctx): Promise<FileRule> => ({
    maxBytes: () => MAX_PICTURE_MIB * 1024 * 1024,
    missing: notOne,
    several: notOne,
    tooLarge: () => tooLarge(ctx),
  });
}
