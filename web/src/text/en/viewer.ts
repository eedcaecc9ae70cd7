/** Pictures in full. */
export const viewer = {
  openOriginal: "Open original",
  copyLink: "Copy link",
  linkCopied: "Link copied.",
  linkNotCopied: "The link could not be copied.",
  previous: "Previous picture",
  next: "Next picture",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit to window",
  // Where one is among the pictures of a message: "2 of 5".
  position: "{index, number} of {count, number}",
  failed: "The picture could not be loaded.",
};
