/** Opens images in the viewer, which is loaded on first use. */
import { lazy, Suspense } from "react";
import { openDialog } from "../app/dialogs.tsx";
import type { Picture } from "../markup/enhance/images.ts";

const Viewer = lazy(() => import("./Viewer.tsx").then(({ Viewer: shown }) => ({ default: shown })));

export function openViewer(pictures: readonly Picture[], index: number): void {
  openDialog((close) => (
    <Suspense fallback={null}>
      <Viewer pictures={pictures} initial={index} onClose={close} />
    </Suspense>
  ));
}
