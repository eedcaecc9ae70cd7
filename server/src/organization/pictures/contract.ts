/** Limits and errors for uploaded pictures. */
import { apiError, badRequest, said } from "../../kernel/api/index.ts";

export const MAX_PICTURE_MIB = 5;

export const PictureTooLarge = badRequest(
  said`Uploaded file is larger than the allowed limit of ${MAX_PICTURE_MIB} MiB`,
);
export const InvalidImageFormat = apiError("BAD_IMAGE", "Invalid image format");
export const NotAnImage = apiError("BAD_IMAGE", "Could not decode image; did you upload an image file?");
export const ImageTooLarge = apiError("BAD_IMAGE", "Image size exceeds limit.");
export const ImageCorrupted = apiError("BAD_IMAGE", "Image is corrupted or truncated");

export const pictureErrors = [PictureTooLarge, InvalidImageFormat, NotAnImage, ImageTooLarge, ImageCorrupted];
