/** Why a text is refused, wherever it is: in the words of the wire. */
import { badRequest } from "../kernel/api/index.ts";

export const UnableToRender = badRequest("Unable to render message");
