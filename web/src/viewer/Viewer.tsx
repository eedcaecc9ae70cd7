/** The image viewer: arrows move between images, keys and wheel zoom, with a link to the original file. */

import { type KeyboardEvent, useState } from "react";
import { Dialog, Heading } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import type { Picture } from "../markup/enhance/images.ts";
import { IconButton } from "../parts/buttons.tsx";
import { putOnClipboard } from "../parts/clipboard.ts";
import { Icon } from "../parts/Icon.tsx";
import { showToast } from "../parts/toasts.tsx";
import { t } from "../text/text.ts";
import { ZoomableImage } from "./ZoomableImage.tsx";
import "./texts.ts";
import "./viewer.css";

interface ViewerProps {
  readonly pictures: readonly Picture[];
  readonly initial: number;
  readonly onClose: () => void;
}

export function Viewer({ pictures, initial, onClose }: ViewerProps) {
  const [index, setIndex] = useState(initial);
  const picture = pictures[index];
  if (!picture) return null;
  const go = (by: number) => setIndex((before) => Math.min(Math.max(before + by, 0), pictures.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    go(getComputedStyle(event.currentTarget).direction === "rtl" ? -by : by);
  };
  return (
    <ModalOverlay className="viewer-scrim" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="viewer">
        <Dialog className="viewer-dialog">
          <div className="viewer-head">
            <Heading slot="title" level={2} dir="auto">
              {picture.name}
            </Heading>
            {pictures.length > 1 && <span>{t("viewer.position", { index: index + 1, count: pictures.length })}</span>}
            <a className="btn plain" href={picture.original} target="_blank" rel="noopener noreferrer">
              {t("viewer.openOriginal")}
            </a>
            <IconButton icon="link" label={t("viewer.copyLink")} onPress={() => void copyLink(picture)} />
            <IconButton icon="close" label={t("parts.close")} onPress={onClose} />
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys duplicate its buttons */}
          <div className="viewer-room" onKeyDown={onKeyDown}>
            {index > 0 && (
              <button type="button" className="viewer-turn" aria-label={t("viewer.previous")} onClick={() => go(-1)}>
                <Icon name="left" />
              </button>
            )}
            <ZoomableImage key={picture.source} picture={picture} />
            {index < pictures.length - 1 && (
              <button type="button" className="viewer-turn next" aria-label={t("viewer.next")} onClick={() => go(1)}>
                <Icon name="right" />
              </button>
            )}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

async function copyLink({ original }: Picture): Promise<void> {
  const isCopied = await putOnClipboard(new URL(original, location.origin).href);
  showToast({ text: t(isCopied ? "viewer.linkCopied" : "viewer.linkNotCopied") });
}
