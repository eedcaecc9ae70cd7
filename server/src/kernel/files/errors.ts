/** What is refused of files, whoever takes or shows them. */
import { apiError, badRequest } from "../api/index.ts";

export const SeveralFiles = badRequest("You may only upload one file at a time");
export const FileNotFound = apiError("BAD_REQUEST", "File not found.", { status: 404 });
