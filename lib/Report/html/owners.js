// owners
