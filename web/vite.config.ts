import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./build/compressed.ts";
import { slimContract } from "./build/contract.ts";
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
    installable(),
    shell(),
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
            // One script for the first view: on a slow line each request costs more than a few kilobytes.
            { name: "app", tags: ["$initial"] },
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
