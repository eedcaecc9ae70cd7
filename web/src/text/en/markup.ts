/** What messages contain. */
export const markup = {
  // The name of a block of code whose language is not known.
  code: "Code",
  // Read out for a block of code that scrolls: "Python code".
  codeIn: "{language} code",
  copy: "Copy",
  // For two seconds on the button that copied.
  copied: "Copied",
  notCopied: "Not copied",
  // A switch: long lines of code are broken instead of scrolled.
  wrap: "Wrap",
  // Opens a block of code on a site that runs it: "Open in Rust playground".
  openIn: "Open in {name}",
  // Opens a menu of several such sites.
  openInOne: "Open in",
  showLines: "{count, plural, one {Show # line} other {Show # lines}}",
  showFewerLines: "Show fewer lines",
  // Stands for a spoiler that its author gave no title.
  spoiler: "Spoiler",
  // Read out for the button of a spoiler: "Spoiler: Winning icon".
  spoilerAbout: "Spoiler: {title}",
  show: "Show",
  hide: "Hide",
  table: "Table",
  download: "Download",
  downloadFile: "Download {name}",
  video: "Video: {name}",
  audio: "Audio: {name}",
  picture: "Image: {name}",
  // On the fourth of many pictures: how many more there are.
  moreImages: "+{count, number}",
  hidePreview: "Hide preview",
  showAll: "Show all",
  showLess: "Show less",
};
