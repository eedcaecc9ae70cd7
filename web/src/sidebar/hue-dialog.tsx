import type { ReactNode } from "react";
import { later } from "../parts/later.tsx";

const HueDialog = later(() => import("./HueDialog.tsx").then((loaded) => loaded.HueDialog));

export const hueDialog =
  (name: string, hue: number, onChoose: (hue: number) => void) =>
  (close: () => void): ReactNode => <HueDialog name={name} hue={hue} onChoose={onChoose} onClose={close} />;
