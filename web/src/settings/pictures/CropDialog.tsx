/** Chooses the square of a picture, by dragging, arrow keys and a slider. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../parts/buttons.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { t } from "../../text/text.ts";
import { type Crop, dragged, MIDDLE, MOST_ZOOM, squareOf, within } from "./crop.ts";
import "./crop.css";

interface CropDialogProps {
  readonly image: ImageBitmap;
  readonly name: string;
  readonly onCrop: (file: File) => void;
  readonly onClose: () => void;
}

const FRAME = 256;
/** As large as the server keeps. */
const STORED = 500;
const STEP = 8;

const STEPS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

export function CropDialog({ image, name, onCrop, onClose }: CropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(MIDDLE);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, image, crop);
  }, [image, crop]);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    setCrop((now) => dragged(image, now, { x: event.movementX, y: event.movementY }, FRAME));
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    setCrop((now) => dragged(image, now, by, FRAME));
  };
  const use = async () => {
    setBusy(true);
    onCrop(await cropped(image, crop, name));
    onClose();
  };
  return (
    <Dialog title={t("profile.crop")} onClose={onClose}>
      <p className="quiet">{t("profile.cropHelp")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture. */}
      <div className="crop-frame" role="application" tabIndex={0} aria-label={t("profile.cropFrame")} onKeyDown={step}>
        <canvas
          ref={canvas}
          width={FRAME * 2}
          height={FRAME * 2}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={drag}
        />
      </div>
      <label className="crop-zoom">
        {t("profile.zoom")}
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => setCrop(within(image, { ...crop, zoom: Number(target.value) }))}
        />
      </label>
      <div className="dialog-acts">
        <Button onPress={onClose}>{t("parts.cancel")}</Button>
        <Button kind="primary" isDisabled={isBusy} onPress={() => void use()}>
          {t("profile.usePicture")}
        </Button>
      </div>
    </Dialog>
  );
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(image, crop);
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, width, height);
  context?.drawImage(image, left, top, side, side, 0, 0, width, height);
}

async function cropped(image: ImageBitmap, crop: Crop, name: string): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = STORED;
  canvas.height = STORED;
  draw(canvas, image, crop);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return new File([blob ?? new Blob()], `${name.replace(/\.\w+$/, "")}.png`, { type: "image/png" });
}
