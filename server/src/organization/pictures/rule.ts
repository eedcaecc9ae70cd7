import type { ApiError } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { FileRule, FileRuleFor } from "../../kernel/http/receive.ts";
import { MAX_PICTURE_MIB, PictureTooLarge } from "./contract.ts";

/**
 * Exactly one file, and not a large one. Asked of the caller, so that nobody who may not upload a picture at all makes the
 * server take one, or hears how many it should be.
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
