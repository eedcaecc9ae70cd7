import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { ahead } from "./build/ahead.ts";
import { compressed } from "./build/compressed.ts";
import { slimContract } from "./build/contract.ts";
import { newestFonts } from "./build/fonts.ts";
import { installable } from "./build/installable.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { shell } from "./build/shell.ts";
import { parsedTexts } from "./build/texts.ts";

/** Where `npm run dev` finds a running server. */
const SERVER = process.env.PARLEY_DEV_SERVER ?? "http://127.0.0.1:9800";
const SERVED = [
  "/json",
  "/api",
  "/session",
  "/login",
  "/accounts",
  "/register",
  "/join",
  "/setup",
  "/static",
  "/avatar",
];
const FILES = ["/user_uploads", "/thumbnail", "/user_avatars", "/external_content", "/emoji", "/health"];

/** What is loaded right after the first view, or with it if it is a conversation; with everything that these need. */
const SECOND = [
  "app/SecondFrame.tsx",
  "composer/ListComposer.tsx",
  "living/NotifyRow.tsx",
  "living/Telling.tsx",
  "offline/keeper.ts",
  "parts/basics.ts",
  "sidebar/ResizeHandle.tsx",
  "sidebar/menus.ts",
  "views/messages/Messages.tsx",
  "views/rows/RowActions.tsx",
];

/** What is loaded when nothing else is to be done, or when it is first used. */
const THIRD = [
  "app/SignedOut.tsx",
  "card/PersonDialog.tsx",
  "card/ShownCard.tsx",
  "emoji/ShownPicker.tsx",
  "palette/OpenPalette.tsx",
  "parts/ShownMenu.tsx",
  "parts/ShownTip.tsx",
  "phone/Screen.tsx",
  "sidebar/HueDialog.tsx",
  "sidebar/StatusDialog.tsx",
  "sidebar/organization-menus.ts",
  "views/channels/ChannelDirectory.tsx",
  "views/drafts/Drafts.tsx",
  "views/recent/Recent.tsx",
  "views/search/SearchDialog.tsx",
  "views/topics/TopicList.tsx",
];

const isIn = (files: readonly string[]) => (id: string) => files.some((file) => id.endsWith(`/web/src/${file}`));

/** For files with components and hooks: nothing else has anything to be remembered. */
const compiler = reactCompilerPreset();
compiler.rolldown.filter = { code: /function [A-Z]|(?:function|const) use[A-Z]/ };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    slimContract(),
    parsedTexts(),
    react(),
    babel({
      include: /\/web\/src\/.*\.tsx?$/,
      presets: [compiler],
      sourceMap: process.env.NODE_ENV === "development",
      parallel: true,
    }),
    { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
    newestFonts(),
    installable(),
    shell(),
    ahead(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    target: "baseline-widely-available",
    // A file for each thing: the policy lets no font come from a data address.
    assetsInlineLimit: 0,
    manifest: true,
    // Of the libraries in it, for packages.
    license: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // The compiler takes most of the time, and is worth it.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // Few scripts: on a slow line each request costs more than a few kilobytes.
            { name: "app", tags: ["$initial"], priority: 3 },
            {
              name: "overlays",
              test: /[\\/]node_modules[\\/](?:@?react-(?:aria|stately)|@internationalized)/,
              priority: 2,
            },
            { name: "second", test: isIn(SECOND), priority: 1 },
            { name: "third", test: isIn(THIRD) },
          ],
        },
      },
    },
  },
  server: {
    port: 9801,
    proxy: Object.fromEntries([...SERVED, ...FILES].map((path) => [path, { target: SERVER, ws: path === "/json" }])),
  },
});
