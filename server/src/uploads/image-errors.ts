/** What can be wrong with an image that somebody wants to see used: all have one code. */
import { apiError } from "../api/index.ts";

const badImage = (sentence: string) => apiError("BAD_IMAGE", sentence);

export const InvalidImageFormat = badImage("Invalid image format");
export const UndecodableImage = badImage("Could not decode image; did you upload an image file?");
export const ImageTooLarge = badImage("Image size exceeds limit.");
export const CorruptedImage = badImage("Image is corrupted or truncated");
