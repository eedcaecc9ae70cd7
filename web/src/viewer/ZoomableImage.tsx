/** One image, fitted to the available space until it is zoomed. */
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Picture } from "../markup/enhance/images.ts";
import { IconButton } from "../parts/buttons.tsx";
import { t } from "../text/text.ts";
import { FITTED, moved, type Size, zoomed, zoomedIn, zoomedOut } from "./zoom.ts";

export function ZoomableImage({ picture }: { readonly picture: Picture }) {
  const room = useRef<HTMLButtonElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const failure = useRef<HTMLParagraphElement>(null);
  const [view, setView] = useState(FITTED);
  const [hasFailed, setHasFailed] = useState(false);
  const sizes = (): [Size, Size] => [sizeOf(image.current), sizeOf(room.current)];

  // The previous element may have had the focus, and keys must still work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another image is another element.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) (room.current ?? failure.current)?.focus({ preventScroll: true });
  }, [hasFailed]);

  useEffect(() => {
    const element = room.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = (event.currentTarget as Element).getBoundingClientRect();
      const point = { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 };
      setView((before) =>
        zoomed(before, 2 ** (-event.deltaY / 300), point, sizeOf(image.current), sizeOf(room.current)),
      );
    };
    // React's wheel listeners are passive and could not keep the page from scrolling.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, []);

  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || view.scale === 1) return;
    const by = { x: event.movementX, y: event.movementY };
    setView((before) => moved(before, by, ...sizes()));
  };

  if (hasFailed)
    return (
      <p ref={failure} tabIndex={-1} className="viewer-failed">
        {t("viewer.failed")}
      </p>
    );
  return (
    <>
      <button
        type="button"
        ref={room}
        className={view.scale > 1 ? "stage zoomed" : "stage"}
        aria-label={view.scale > 1 ? t("viewer.fit") : t("viewer.zoomIn")}
        onDoubleClick={() => setView((before) => (before.scale > 1 ? FITTED : zoomedIn(before, ...sizes())))}
        onKeyDown={(event) => {
          if (event.key === "+" || event.key === "=") setView((before) => zoomedIn(before, ...sizes()));
          else if (event.key === "-") setView((before) => zoomedOut(before, ...sizes()));
          else if (event.key === "0") setView(FITTED);
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <img
          ref={image}
          src={picture.source}
          alt={t("markup.picture", { name: picture.name })}
          draggable={false}
          {...(picture.width && picture.height ? { width: picture.width, height: picture.height } : {})}
          style={{ translate: `${view.x}px ${view.y}px`, scale: String(view.scale) }}
          onError={() => setHasFailed(true)}
        />
      </button>
      <div className="viewer-zoom">
        <IconButton
          icon="minus"
          label={t("viewer.zoomOut")}
          onPress={() => setView((before) => zoomedOut(before, ...sizes()))}
        />
        <IconButton
          icon="plus"
          label={t("viewer.zoomIn")}
          onPress={() => setView((before) => zoomedIn(before, ...sizes()))}
        />
      </div>
    </>
  );
}

/** The unscaled size. */
function sizeOf(element: HTMLElement | null): Size {
  return { width: element?.offsetWidth ?? 0, height: element?.offsetHeight ?? 0 };
}
