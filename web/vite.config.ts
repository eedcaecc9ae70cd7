import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";
import { slimContract } from "./build/contract.ts";
import { installable } from "./build/installable.ts";
import { serviceWorker } from "./build/service-worker.ts";
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
const FILES = ["/user_uploads", "/user_avatars", "/external_content", "/emoji", "/health"];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    slimContract(),
    parsedTexts(),
    react(),
    // Components and hooks; nothing else has anything to be remembered.
    babel({ include: /\/web\/src\/.*(?:\.tsx|\/use[A-Z]\w*\.ts)$/, presets: [reactCompilerPreset()] }),
    { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
    installable(),
    serviceWorker(),
    compressed(),
  ],
  build: {
    target: "baseline-widely-available",
    // A file for each thing: the policy lets no font come from a data address.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: {
    port: 9801,
    proxy: Object.fromEntries([...SERVED, ...FILES].map((path) => [path, { target: SERVER, ws: path === "/json" }])),
  },
});
