"""Standing orders: a plan for what one will do if the others do this or that, carried out when its seat is awaited."""
