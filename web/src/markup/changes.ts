/** Records an enhancement's changes, to undo them in reverse order. */

export type Undo = () => void;

export class MarkupChanges {
  readonly #undos: Undo[] = [];

  insert(parent: Node, node: Node, before: Node | null = null): void {
    parent.insertBefore(node, before);
    this.#undos.push(() => node.parentNode?.removeChild(node));
  }

  /** Wraps an element in another one that takes its place. */
  wrap(element: Element, wrapper: Element): void {
    element.replaceWith(wrapper);
    wrapper.append(element);
    this.#undos.push(() => wrapper.replaceWith(element));
  }

  /** Moves nodes to the end of another element; a marker keeps their original position. */
  move(node: ChildNode, parent: Node): void {
    const mark = document.createComment("");
    node.replaceWith(mark);
    parent.appendChild(node);
    this.#undos.push(() => mark.replaceWith(node));
  }

  remove(node: ChildNode): void {
    const mark = document.createComment("");
    node.replaceWith(mark);
    this.#undos.push(() => mark.replaceWith(node));
  }

  addClass(element: Element, ...names: readonly string[]): void {
    const added = names.filter((name) => !element.classList.contains(name));
    element.classList.add(...added);
    this.#undos.push(() => {
      element.classList.remove(...added);
      withoutEmpty(element, "class");
    });
  }

  setAttribute(element: Element, name: string, value: string | null): void {
    const before = element.getAttribute(name);
    const set = (wanted: string | null) =>
      wanted === null ? element.removeAttribute(name) : element.setAttribute(name, wanted);
    set(value);
    this.#undos.push(() => set(before));
  }

  setProperty(element: HTMLElement, name: string, value: string): void {
    const before = element.style.getPropertyValue(name);
    element.style.setProperty(name, value);
    this.#undos.push(() => {
      element.style.setProperty(name, before);
      withoutEmpty(element, "style");
    });
  }

  setText(node: Text, value: string): void {
    const before = node.data;
    node.data = value;
    this.#undos.push(() => {
      node.data = before;
    });
  }

  listen<K extends keyof HTMLElementEventMap>(
    element: HTMLElement,
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void {
    element.addEventListener(type, listener);
    this.#undos.push(() => element.removeEventListener(type, listener));
  }

  /** For other changes, such as timers. */
  onUndo(undo: Undo): void {
    this.#undos.push(undo);
  }

  readonly undo = (): void => {
    for (const undo of this.#undos.splice(0).reverse()) undo();
  };
}

function withoutEmpty(element: Element, attribute: string): void {
  if (element.getAttribute(attribute) === "") element.removeAttribute(attribute);
}

/** Enhances a rendered message, and returns a function that undoes it. */
export type Enhancement<Input = undefined> = (body: HTMLElement, input: Input) => Undo;
