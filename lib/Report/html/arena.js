// arena
