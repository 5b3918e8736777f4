"""What people can see, export, hide and erase of the data stored about them."""
