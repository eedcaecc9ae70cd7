/** Pictures in full. */
export const viewer = {
  openOriginal: "Open original",
  copyLink: "Copy link",
  linkCopied: "Link copied.",
  linkNotCopied: "Could not copy the link.",
  previous: "Previous image",
  next: "Next image",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit to window",
  // Where one is among the pictures of a message: "2 of 5".
  position: "{index, number} of {count, number}",
  failed: "Could not load the image.",
};
