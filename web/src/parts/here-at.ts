/** The page may be open under another name than the server's own; pictures are loaded from where it is. */
export function hereAt(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}
