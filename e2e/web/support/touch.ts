/** Checks for the smallest screen and for touch. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** A phone: narrow, with touch. */
export const SMALLEST_PHONE = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true } as const;

/** Nothing overflows the edges, and every control is large enough to touch. */
export async function fitsAPhone(page: Page): Promise<void> {
  const faults = [...(await pastTheEdges(page)), ...(await tooSmall(page))];
  assert.deepEqual(faults, [], `${new URL(page.url()).hash} fits a phone`);
}

/** Nothing overflows the edges. */
export async function staysInside(page: Page): Promise<void> {
  assert.deepEqual(await pastTheEdges(page), [], `${new URL(page.url()).hash} stays inside`);
}

/**
 * Elements that overflow the edges, except those that scroll in their own box, are cut with an ellipsis or appear on
 * focus.
 */
function pastTheEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isCut = (element: Element): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (textOverflow === "ellipsis" || at.matches(".sr, .skips")) return true;
        // Code, tables and formulas scroll in their own box.
        if (at !== element && at.closest(".markup") && (overflowX === "auto" || overflowX === "scroll"))
          return at.getBoundingClientRect().right <= width + 1;
      }
      return false;
    };
    const isPast = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (right - left < 2 || bottom - top < 2 || bottom < 0 || top > innerHeight) return false;
      return (right > width + 1 || left < -1) && element.checkVisibility({ opacityProperty: true }) && !isCut(element);
    };
    const named = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}” from ${Math.round(element.getBoundingClientRect().left)} to ${Math.round(element.getBoundingClientRect().right)}`;
    const found = [...document.querySelectorAll("body *")].filter((each) => !each.closest("svg") && isPast(each));
    // Lists and logs can scroll sideways only when something in them asks for it.
    const moved = [...document.querySelectorAll("[data-region], .list, .log, .side-scroll, .panel-body")].filter(
      (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible",
    );
    const page =
      document.documentElement.scrollWidth > width ? [`the page is ${document.documentElement.scrollWidth}`] : [];
    return [...page, ...found.map(named), ...moved.map((each) => `${named(each)} holds ${each.scrollWidth}`)];
  });
}

/** Touch targets need 44 pixels in both directions. Links in running text are as high as their line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ENOUGH = 44;
    const targets = "a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]";
    const isReached = (element: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null && (element === hit || element.contains(hit) || hit.closest("label")?.contains(element) === true)
      );
    };
    const isScrolling = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);
    /** Whether the point is under what stays while `element` scrolls: a bar in its list, or over it. */
    const isUnderBar = (element: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y);
      let scroller: Element | null = element;
      while (scroller && !isScrolling(scroller)) scroller = scroller.parentElement;
      if (scroller && !scroller.contains(hit)) return true;
      for (let at = hit; at && !at.contains(element); at = at.parentElement)
        if (getComputedStyle(at).position === "sticky") return true;
      return false;
    };
    const isSmall = (element: Element): boolean => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width >= ENOUGH - 1 && height >= ENOUGH - 1) return false;
      if (width < 2 || height < 2 || top < 0 || bottom > innerHeight || left < 0 || right > innerWidth) return false;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      // A name acts like the picture next to it, which is large enough.
      if (element.matches(".who .person-button")) return false;
      const { display, pointerEvents } = getComputedStyle(element);
      if (display === "inline" || pointerEvents === "none") return false;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      // Elements that are only partly scrolled into view are skipped.
      const scroller = element.closest("[data-region], .list, .side-scroll, .panel-body")?.getBoundingClientRect();
      if (scroller && (y - ENOUGH / 2 < scroller.top || y + ENOUGH / 2 > scroller.bottom)) return false;
      // Covered elements cannot be touched.
      if (!isReached(element, x, y)) return false;
      const reach = ENOUGH / 2 - 1;
      const isWide = width >= ENOUGH - 1 || (isReached(element, x - reach, y) && isReached(element, x + reach, y));
      if (isUnderBar(element, x, y - reach) || isUnderBar(element, x, y + reach)) return false;
      const isHigh = height >= ENOUGH - 1 || (isReached(element, x, y - reach) && isReached(element, x, y + reach));
      return !(isWide && isHigh);
    };
    return [...document.querySelectorAll(targets)].filter(isSmall).map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} “${name}” is ${Math.round(width)} × ${Math.round(height)}`;
    });
  });
}
