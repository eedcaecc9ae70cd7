/** Pictures in full. */
import type { viewer as english } from "../en/viewer.ts";
import type { Translated } from "../translated.ts";

export const viewer: Translated<typeof english> = {
  openOriginal: "打开原图",
  copyLink: "复制链接",
  linkCopied: "已复制链接。",
  linkNotCopied: "无法复制链接。",
  previous: "上一张图片",
  next: "下一张图片",
  zoomIn: "放大",
  zoomOut: "缩小",
  fit: "适应窗口",
  position: "第 {index, number} 张，共 {count, number} 张",
  failed: "无法加载图片。",
};
