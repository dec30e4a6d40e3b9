interface Item {
  name: string;
  price: number;
  quantity: number;
}

/** Shows what is in the cart, and keeps showing it. */
export class CartBadge {
  items: Item[] = [];
  element: HTMLElement;

  constructor(element: HTMLElement, load: () => Item[]) {
    this.element = element;
    window.addEventListener("cart-changed", () => {
      this.items = load();
      this.draw();
    });
  }

  total(): number {
    return this.items.reduce((sum, item) => sum + item.price * item.quantity, 0);
  }

  draw(): void {
    this.element.textContent = `${this.items.length} items, ${this.total().toFixed(2)} €`;
  }

  dispose(): void {
    this.element.remove();
  }
}
