/** Makes the application installable: its manifest and its icons. */
import sharp from "sharp";
import type { Plugin } from "vite";

const GROUND = "#1f6373";
const PAPER = "#fbfaf8";
/** The mark: two waves. */
const WAVES = `<path d="M3.5 12c1.6-2.2 3.2-2.2 4.8 0s3.2 2.2 4.8 0 2.6-2.1 3.6-1"/><path d="M3.5 7.5c1.6-2.2 3.2-2.2 4.8 0" opacity=".6"/>`;

/**
 * Systems crop a maskable icon to their own shape: the background fills it, and the mark stays inside the safe area.
 */
function svg({ isMaskable }: { readonly isMaskable: boolean }): string {
  const ground = isMaskable
    ? `<rect width="20" height="20" fill="${GROUND}"/>`
    : `<rect width="20" height="20" rx="4.5" fill="${GROUND}"/>`;
  const scale = isMaskable
    ? "translate(10 10) scale(.62) translate(-10.1 -9.6)"
    : "translate(10 10) scale(.82) translate(-10.1 -9.6)";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${ground}<g transform="${scale}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round">${WAVES}</g></svg>`;
}

const ICONS = [
  { name: "icons/192.png", size: 192, isMaskable: false },
  { name: "icons/512.png", size: 512, isMaskable: false },
  { name: "icons/maskable-512.png", size: 512, isMaskable: true },
] as const;

const MANIFEST = {
  name: "Parley",
  short_name: "Parley",
  description: "Team chat in topics.",
  id: "/",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: PAPER,
  theme_color: PAPER,
  icons: ICONS.map(({ name, size, isMaskable }) => ({
    src: `/${name}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: isMaskable ? "maskable" : "any",
  })),
  // Shared content starts a message.
  share_target: {
    action: "/",
    method: "GET",
    params: { title: "share_title", text: "share_text", url: "share_url" },
  },
  // `web+parley:#narrow/…` opens that fragment here.
  protocol_handlers: [{ protocol: "web+parley", url: "/?link=%s" }],
};

export function installable(): Plugin {
  return {
    name: "installable",
    apply: "build",
    async generateBundle() {
      for (const { name, size, isMaskable } of ICONS) {
        const density = (72 * size) / 20;
        const source = await sharp(Buffer.from(svg({ isMaskable })), { density })
          .resize(size, size)
          .png()
          .toBuffer();
        this.emitFile({ type: "asset", fileName: name, source });
      }
      this.emitFile({
        type: "asset",
        fileName: "manifest.webmanifest",
        source: `${JSON.stringify(MANIFEST, null, 2)}\n`,
      });
    },
  };
}
