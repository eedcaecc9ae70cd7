/** The contract's errors for text. */
import { badRequest } from "../kernel/api/index.ts";

export const UnableToRender = badRequest("Unable to render message");
