/** How much a request may bring, and the refusals of more. */
import { ApiError, said } from "../api/index.ts";

export const MAX_FIELDS = 1000;
/**
 * For bodies without files, and the fields beside one. The largest escaped message takes a tenth of it, five thousand
 * addresses a fifth.
 */
export const MAX_BODY_BYTES = 1024 * 1024;

export const tooManyParameters = () => new ApiError(said`Too many parameters (limit: ${MAX_FIELDS})`);

/** Page bodies have a lower limit than those of operations. */
export const bodyTooLarge = (limit = MAX_BODY_BYTES): ApiError =>
  new ApiError(said`The request is too large (limit: ${limit / 1024} KiB)`, { status: 413 });
