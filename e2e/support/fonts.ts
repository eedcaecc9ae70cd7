/**
 * The browser's fonts, identical on every machine: screenshots and line breaks must not depend on what is installed.
 * They come from npm as web fonts, which the browser's font loader does not read, so they are unpacked first.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { decompress } from "wawoff2";
import { madeOnce } from "./unpacked.ts";

const FILES = [
  "inter-ui/variable/InterVariable.woff2",
  "inter-ui/variable/InterVariable-Italic.woff2",
  "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  "twemoji-colr-font/twemoji.woff2",
].map((name) => fileURLToPath(import.meta.resolve(name)));

const inOrder = (family: string, ...prefer: string[]): string =>
  `<match target="pattern"><test name="family"><string>${family}</string></test>${prefer.map(appended).join("")}</match>`;
const appended = (family: string): string =>
  `<edit name="family" mode="append" binding="strong"><string>${family}</string></edit>`;

/** The path of the fontconfig configuration (FONTCONFIG_FILE). */
export async function fontConfiguration(): Promise<string> {
  const sources = await Promise.all(FILES.map((file) => readFile(file)));
  const made = createHash("sha256").update(configuration(""));
  for (const source of sources) made.update(source);
  const place = await madeOnce(`fonts-${made.digest("hex").slice(0, 12)}`, async (draft) => {
    for (const [n, source] of sources.entries())
      await writeFile(join(draft, `${basename(FILES[n] as string, ".woff2")}.ttf`), await decompress(source));
    await writeFile(join(draft, "fonts.conf"), configuration("."));
  });
  return join(place, "fonts.conf");
}

function configuration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">${folder}</dir>
  <cachedir prefix="xdg">parley-fonts</cachedir>
  ${inOrder("monospace", "JetBrains Mono")}
  ${inOrder("emoji", "Twemoji Mozilla")}
  <match target="pattern">${appended("Inter Variable")}</match>
</fontconfig>
`;
}
