/** Alternates between down and up, like the banks during their nightly window. */
export class Maintenance {
  private isUpNext = false;

  isDown(): boolean {
    const isDown = !this.isUpNext;
    this.isUpNext = isDown;
    return isDown;
  }
}
